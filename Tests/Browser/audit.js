// What a page owes to people who see badly, use a keyboard or have large fingers, as an expression whose value is the
// list of findings. Names of controls are looked up by the browser itself (audit.py).
(() => {
  const findings = [];
  const find = (element, words) => findings.push(`${describe(element)}: ${words}`);
  const describe = element => {
    const opening = element.cloneNode(false).outerHTML.replace(/\s+/g, " ").slice(0, 90);
    return `${opening} “${element.textContent.trim().replace(/\s+/g, " ").slice(0, 30)}”`;
  };
  const seen = element => element.checkVisibility({opacityProperty: true, visibilityProperty: true}) &&
    getComputedStyle(element).clipPath !== "inset(50%)";

  // The document.
  const root = document.documentElement;
  if (!/^[a-z]{2}/.test(root.lang)) findings.push("the document does not tell its language");
  if (!document.title.trim()) findings.push("the document has no title");
  if (document.querySelectorAll("main").length !== 1) findings.push("there is not one <main>");
  if ([...document.querySelectorAll("h1")].filter(one => one.checkVisibility()).length !== 1)
    findings.push("there is not one <h1>");
  if (root.scrollWidth > root.clientWidth + 1)
    findings.push(`the page is ${root.scrollWidth} wide on ${root.clientWidth}`);
  const viewport = document.querySelector("meta[name=viewport]")?.content ?? "";
  if (!viewport.includes("width=device-width") || /user-scalable=no|maximum-scale/.test(viewport))
    findings.push(`the viewport is “${viewport}”`);

  // Identifiers and what refers to them.
  const identifiers = [...document.querySelectorAll("[id]")].map(element => element.id);
  for (const id of new Set(identifiers.filter((id, index) => identifiers.indexOf(id) !== index)))
    findings.push(`the identifier ${id} is given twice`);
  for (const name of ["aria-labelledby", "aria-describedby", "aria-controls", "for"])
    for (const element of document.querySelectorAll(`[${name}]`))
      for (const id of element.getAttribute(name).split(/\s+/))
        if (!document.getElementById(id)) find(element, `${name} names ${id}, which is not there`);

  // Elements.
  for (const image of document.querySelectorAll("img"))
    if (!image.hasAttribute("alt")) find(image, "no alt");
  for (const element of document.querySelectorAll("[tabindex]"))
    if (element.tabIndex > 0) find(element, "a tabindex above 0");
  for (const hidden of document.querySelectorAll("[aria-hidden=true]"))
    for (const inner of hidden.querySelectorAll("a[href], button, input, select, textarea, [tabindex='0']"))
      if (seen(inner)) find(inner, "can be reached and is hidden from screen readers");
  for (const element of document.querySelectorAll("[style], script:not([src])"))
    if (element.matches("script:not([src]):not([type='application/json'])")) find(element, "a script within the page");
  const controls = "button, a[href], input:not([type=hidden]), select, [role=button]";
  for (const element of document.querySelectorAll(controls)) {
    if (!seen(element) || element.disabled) continue;
    const target = element.closest("label") ?? element, box = target.getBoundingClientRect();
    const withinText = element.matches("p a, li a") && getComputedStyle(element).display === "inline";
    if (!withinText && box.width > 0 && (box.width < 43.5 || box.height < 43.5))
      find(element, `${Math.round(box.width)} × ${Math.round(box.height)} is small for a finger`);
  }

  for (const element of document.querySelectorAll(`${controls}, h1, h2, p`)) {
    const box = element.getBoundingClientRect();
    if (seen(element) && box.width && !element.matches("input[type=radio]") &&
      (box.left < -1 || box.right > root.clientWidth + 1)) find(element, "beyond the edge of the page");
  }

  // Contrast. What lies behind a text without a background of its own is a picture and may be black or white.
  const parse = color => {
    const numbers = color.match(/[\d.]+/g)?.map(Number) ?? [0, 0, 0, 0];
    if (color.startsWith("color(srgb")) return [...numbers.slice(0, 3).map(part => part * 255), numbers[3] ?? 1];
    if (!/^rgba?\(/.test(color)) throw new Error(`a color that the audit cannot read: ${color}`);
    return [numbers[0], numbers[1], numbers[2], numbers[3] ?? 1];
  };
  const over = (top, bottom) => [0, 1, 2].map(index => top[index] * top[3] + bottom[index] * (1 - top[3]));
  const luminance = color => {
    const [r, g, b] = color.map(part => part / 255).map(part =>
      part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (a, b) => {
    const [light, dark] = [luminance(a), luminance(b)].sort((one, other) => other - one);
    return (light + 0.05) / (dark + 0.05);
  };
  // The layers behind an element, from the top, down to one that is opaque. Elements that are placed over others have
  // pictures behind them.
  const backgrounds = element => {
    const layers = [];
    for (let node = element; node; node = node.parentElement) {
      const style = getComputedStyle(node), color = parse(style.backgroundColor);
      if (style.backgroundImage !== "none" && !/gradient/.test(style.backgroundImage)) return [layers, true];
      if (/gradient/.test(style.backgroundImage)) {
        const stops = style.backgroundImage.match(/(rgba?|color)\([^)]*\)/g).map(parse);
        layers.push(...stops.filter(stop => stop[3] === 1).length === stops.length ? [{stops}] : []);
        if (stops.every(stop => stop[3] === 1)) return [layers, false];
      }
      if (color[3] > 0) layers.push(color);
      if (color[3] === 1) return [layers, false];
      if (node !== document.body && node !== root && /absolute|fixed/.test(style.position)) return [layers, true];
    }
    return [layers, false];
  };
  const worst = element => {
    const style = getComputedStyle(element), ink = parse(style.color), [layers, pictureBehind] = backgrounds(element);
    let bottoms = pictureBehind ? [[0, 0, 0], [255, 255, 255]] : [[255, 255, 255]];
    for (const layer of layers.reverse())
      bottoms = layer.stops ? layer.stops.map(stop => stop.slice(0, 3)) : bottoms.map(bottom => over(layer, bottom));
    return Math.min(...bottoms.map(bottom => contrast(over(ink, bottom), bottom)));
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const measured = new Set();
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || measured.has(element) || !seen(element)) continue;
    if (element.closest("script, style, option, [aria-disabled=true], :disabled")) continue;
    measured.add(element);
    const ratio = worst(element), size = parseFloat(getComputedStyle(element).fontSize);
    if (ratio < 4.5) find(element, `contrast ${ratio.toFixed(2)}`);
    if (size < 14) find(element, `${size} px is small to read`);
    const style = getComputedStyle(element);
    const isCut = style.overflowX === "hidden" && style.textOverflow !== "ellipsis";
    if (isCut && element.scrollWidth > element.clientWidth + 1)
      find(element, "its text is cut off");
  }
  return {findings, texts: measured.size};
})()
