import Foundation
import TestSupport
import Testing

/// The server for tests of S3, with stand-ins for moto, which does the serving, and for its client.
@Suite(.foreignPrograms) struct S3ServerTests {
  private static let script = Project.url("Scripts/lib/s3_server.py")

  /// Stand-ins that write down what they are asked for.
  private static let modules = [
    "moto/__init__.py": "",
    "moto/server.py": """
    import sys
    class ThreadedMotoServer:
        def __init__(self, ip_address, port):
            self.address = (ip_address, port or 4711)
        def start(self):
            print("start", *self.address, file=sys.stderr)
        def stop(self):
            print("stop", *self.address, file=sys.stderr)
        def get_host_and_port(self):
            print("moto has something to say")
            return self.address
    """,
    "boto3.py": """
    import sys
    class Client:
        def __init__(self, name, **settings):
            self.name = name
            print(name, settings["endpoint_url"], settings["aws_access_key_id"], file=sys.stderr)
        def create_access_key(self, UserName):
            return {"AccessKey": {"AccessKeyId": "ID", "SecretAccessKey": "SECRET"}}
        def __getattr__(self, call):
            return lambda **arguments: print(self.name, call, *sorted(arguments), file=sys.stderr)
    client = Client
    """,
  ]

  /// What it prints, and what its stand-ins write down, when it is given these lines.
  private func run(_ arguments: [String], _ input: String) throws -> (output: [String], calls: [String]) {
    let folder = try TemporaryFolder()
    for (name, text) in Self.modules { try folder.write(text.utf8, as: name) }
    let program = """
      import io, runpy, sys
      sys.path.insert(0, sys.argv[1])
      script = sys.argv[2]
      sys.stdin = io.StringIO(sys.argv[3])
      sys.argv = [script, *sys.argv[4:]]
      runpy.run_path(script, run_name="__main__")
      """
    let output = try ForeignTool.python.attempt(
      ["-B", "-c", program, folder.path, Self.script.path, input] + arguments)
    #expect(output.status == 0, "\(output.errors)")
    return (output.lines, output.errors.split(separator: "\n").map(String.init))
  }

  @Test("it prints one line of shell with what clients need, once the bucket is there, and ends with its input")
  func beginning() throws {
    let (output, calls) = try run([], "")
    #expect(
      output == [
        "export LIVECAM_S3='s3://photos/booths?endpoint=http://127.0.0.1:4711&region=eu-central-1'"
          + " AWS_ACCESS_KEY_ID='ID' AWS_SECRET_ACCESS_KEY='SECRET'"
      ])
    #expect(calls.first == "start 127.0.0.1 4711" && calls.contains("moto has something to say"))
    #expect(
      calls.contains("s3 http://127.0.0.1:4711 ID") && calls.last == "s3 create_bucket Bucket CreateBucketConfiguration"
    )
  }

  @Test("it goes away and comes back at the same port, and answers each order by a line")
  func orders() throws {
    let (output, calls) = try run(["8123"], "pause\nresume\npause\n")
    #expect(output.dropFirst() == ["done", "done", "done"])
    let servers = calls.filter { $0.hasPrefix("start") || $0.hasPrefix("stop") }
    #expect(servers == ["start", "stop", "start", "stop"].map { $0 + " 127.0.0.1 8123" })
  }
}
