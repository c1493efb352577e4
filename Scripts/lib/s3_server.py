"""An S3 server for tests: moto's, which refuses requests that are not signed as they should be.

Prints a line of shell with what clients need, and serves until its standard input ends. A line `pause` there has it go
away, and `resume` come back with all that it kept; each is answered by a line. Requests are written to standard error.
"""

import os
import sys

# The user and his keys are made without any; from then on every request is held against its signature.
os.environ["INITIAL_NO_AUTH_ACTION_COUNT"] = "3"
# Lists come in many parts, however short they are.
os.environ["MOTO_S3_DEFAULT_MAX_KEYS"] = "20"

import boto3
from moto.server import ThreadedMotoServer

POLICY = '{"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Action": "s3:*", "Resource": "*"}]}'
REGION = "eu-central-1"

port = int(sys.argv[1]) if len(sys.argv) > 1 else 0
# What the server says by itself is no line of shell.
answer, sys.stdout = sys.stdout, sys.stderr
server = ThreadedMotoServer(ip_address="127.0.0.1", port=port)
server.start()
host, port = server.get_host_and_port()
endpoint = f"http://{host}:{port}"

iam = boto3.client(
    "iam", endpoint_url=endpoint, region_name=REGION, aws_access_key_id="none", aws_secret_access_key="none"
)
iam.create_user(UserName="livecam")
iam.put_user_policy(UserName="livecam", PolicyName="store", PolicyDocument=POLICY)
key = iam.create_access_key(UserName="livecam")["AccessKey"]
s3 = boto3.client(
    "s3",
    endpoint_url=endpoint,
    region_name=REGION,
    aws_access_key_id=key["AccessKeyId"],
    aws_secret_access_key=key["SecretAccessKey"],
)
s3.create_bucket(Bucket="photos", CreateBucketConfiguration={"LocationConstraint": REGION})
print(
    f"export LIVECAM_S3='s3://photos/booths?endpoint={endpoint}&region={REGION}'"
    f" AWS_ACCESS_KEY_ID='{key['AccessKeyId']}' AWS_SECRET_ACCESS_KEY='{key['SecretAccessKey']}'",
    file=answer,
    flush=True,
)
for line in sys.stdin:
    if line == "pause\n":
        server.stop()
    elif line == "resume\n":
        server = ThreadedMotoServer(ip_address="127.0.0.1", port=port)
        server.start()
    print("done", file=answer, flush=True)
