// Requests to the booth.

/** What the booth refused, with its word for the reason (`code`), or "away" if it did not answer at all. */
export class BoothError extends Error {
  constructor(code, message, status = 0, retryAfter = null) {
    super(message);
    Object.assign(this, {code, status, retryAfter});
  }
}

async function request(method, path, body) {
  const isFile = body instanceof Blob;
  let response;
  try {
    response = await fetch(path, {
      method,
      headers: body === undefined ? {} : {"Content-Type": isFile ? body.type : "application/json"},
      body: isFile || body === undefined ? body : JSON.stringify(body),
    });
  } catch (error) {
    throw new BoothError("away", error.message);
  }
  if (!response.ok) {
    // An answer that is no JSON comes from something between the booth and here; its status says enough.
    const {error = {}} = await response.json().catch(() => ({}));
    throw new BoothError(error.code ?? "other", error.message ?? response.statusText, response.status,
      error.retryAfter ?? null);
  }
  return response;
}

/** The JSON at a path. */
export const get = async path => (await request("GET", path)).json();

/** A file at a path, whole, and the name that the booth gives it. */
export async function getFile(path) {
  const response = await request("GET", path);
  const [, name] = /filename="?([^";]+)/.exec(response.headers.get("Content-Disposition") ?? "") ?? [];
  return {content: await response.blob(), name};
}

/** Sends a change, and returns the booth's answer. */
export const post = async (path, body = {}) => (await request("POST", path, body)).json();

/** Takes something back. */
export const remove = async path => (await request("DELETE", path, {})).json();

/** The path of an asset, or of something below it. */
export const assetPath = (id, name = "") => `/api/assets/${encodeURIComponent(id)}${name && "/" + name}`;

/** A URL with another word in its query. */
export const withQuery = (url, word) => `${url}${url.includes("?") ? "&" : "?"}${word}`;
