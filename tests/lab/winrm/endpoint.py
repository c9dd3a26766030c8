"""
A WS-Management endpoint on 127.0.0.1 whose NTLM is gss-ntlmssp (C, through GSSAPI): it knows nothing of
the code under test.
Commands are run by sh. Prints `ready PORT`, then a line of JSON for each login that succeeded, until it is killed.

    endpoint.py [--tls CERT KEY] [--other-channel] [--tamper]

--other-channel  expects a channel binding that is not that of its certificate
--tamper         flips one bit in each sealed answer that carries output
Users are in the file that NTLM_USER_FILE names, as DOMAIN:user:password.
"""
import argparse
import base64
import hashlib
import html
import http.server
import json
import re
import ssl
import struct
import subprocess
import uuid

import gssapi
from gssapi.raw import ChannelBindings

NTLM = gssapi.OID.from_int_seq("1.3.6.1.4.1.311.2.2.10")
NAMESPACES = ('xmlns:s="http://www.w3.org/2003/05/soap-envelope" '
              'xmlns:a="http://schemas.xmlsoap.org/ws/2004/08/addressing" '
              'xmlns:w="http://schemas.dmtf.org/wbem/wsman/1/wsman.xsd" '
              'xmlns:rsp="http://schemas.microsoft.com/wbem/wsman/1/windows/shell"')
DONE = "http://schemas.microsoft.com/wbem/wsman/1/windows/shell/CommandState/Done"
SEALED = 'multipart/encrypted;protocol="application/HTTP-SPNEGO-session-encrypted";boundary="Encrypted Boundary"'

parser = argparse.ArgumentParser()
parser.add_argument("--tls", nargs=2)
parser.add_argument("--other-channel", action="store_true")
parser.add_argument("--tamper", action="store_true")
options = parser.parse_args()
credentials = gssapi.Credentials(usage="accept", mechs=[NTLM])
commands = {}
shells = set()


def channel_bindings():
    if not options.tls:
        return None
    der = ssl.PEM_cert_to_DER_cert(open(options.tls[0]).read())
    digest = hashlib.sha256(b"x" + der if options.other_channel else der).digest()
    return ChannelBindings(application_data=b"tls-server-end-point:" + digest)


def run(command_id):
    """The result of a command; it is run when its output is first asked for, with all of its standard input there."""
    command = commands[command_id]
    if command["result"] is None:
        command["result"] = subprocess.run(
            ["sh", "-c", command["line"]], input=command["stdin"], capture_output=True, timeout=60)
    return command["result"]


OUTPUT_BYTES = 96_000  # of one response: with base64, less than the MaxEnvelopeSize that the client sends


def take(command):
    """Returns the next output of a command as (name, bytes) pairs, and whether it was the last."""
    rest = command["rest"]
    for name in ("stdout", "stderr"):
        if rest[name]:
            data, rest[name] = rest[name][:OUTPUT_BYTES], rest[name][OUTPUT_BYTES:]
            return [(name, data)], not any(rest.values())
    return [], True


def receive(command_id):
    result = run(command_id)
    command = commands[command_id]
    command.setdefault("rest", {"stdout": result.stdout, "stderr": result.stderr})
    output, is_last = take(command)
    stream = '<rsp:Stream Name="%s" CommandId="%s">%s</rsp:Stream>'
    streams = "".join(stream % (name, command_id, base64.b64encode(data).decode()) for name, data in output)
    if not is_last:
        return "<rsp:ReceiveResponse>%s</rsp:ReceiveResponse>" % streams
    exit_code = "<rsp:ExitCode>%d</rsp:ExitCode>" % result.returncode
    state = '<rsp:CommandState CommandId="%s" State="%s">%s</rsp:CommandState>' % (command_id, DONE, exit_code)
    return "<rsp:ReceiveResponse>%s%s</rsp:ReceiveResponse>" % (streams, state)


def answer(envelope):
    action = re.search(r"Action[^>]*>([^<]*)", envelope).group(1).split("/")[-1]
    message = re.search(r"MessageID[^>]*>([^<]*)", envelope).group(1)
    known = re.search(r'CommandId="([^"]*)"', envelope)
    body = ""
    if action == "Create":
        shell = str(uuid.uuid4()).upper()
        shells.add(shell)
        body = '<w:SelectorSet><w:Selector Name="ShellId">%s</w:Selector></w:SelectorSet>' % shell
    elif action == "Command":
        words = [re.search(r"<rsp:Command>([^<]*)", envelope).group(1).strip('"')]
        words += re.findall(r"<rsp:Arguments>([^<]*)", envelope)
        command_id = str(uuid.uuid4()).upper()
        commands[command_id] = {"line": " ".join(html.unescape(word) for word in words), "stdin": b"", "result": None}
        body = "<rsp:CommandResponse><rsp:CommandId>%s</rsp:CommandId></rsp:CommandResponse>" % command_id
    elif action == "Send":
        commands[known.group(1)]["stdin"] += base64.b64decode(re.search(r"<rsp:Stream[^>]*>([^<]*)", envelope).group(1))
        body = "<rsp:SendResponse/>"
    elif action == "Receive":
        body = receive(known.group(1))
    elif action == "Delete":
        shells.discard(re.search(r'Name="ShellId"[^>]*>([^<]*)', envelope).group(1))
        print(json.dumps({"shells": len(shells)}), flush=True)
    header = "<s:Header><a:RelatesTo>%s</a:RelatesTo></s:Header>" % message
    return "<s:Envelope %s>%s<s:Body>%s</s:Body></s:Envelope>" % (NAMESPACES, header, body)


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    context = None  # one handler serves one connection, and NTLM speaks for a connection

    def log_message(self, *_):
        pass

    def reply(self, status, body=b"", **headers):
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_in(self, token):
        """True when the login is complete; else it has been answered."""
        if token[8] == 1:
            self.context = gssapi.SecurityContext(
                creds=credentials, usage="accept", channel_bindings=channel_bindings())
        try:
            challenge = self.context.step(token)
        except gssapi.exceptions.GSSError:
            self.context = None
            self.reply(401, WWW_Authenticate="Negotiate")
            return False
        if not self.context.complete:
            self.reply(401, WWW_Authenticate="Negotiate " + base64.b64encode(challenge).decode())
            return False
        print(json.dumps({"user": str(self.context.initiator_name).rstrip("\0")}), flush=True)
        return True

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        authorization = self.headers.get("Authorization")
        if authorization and not self.log_in(base64.b64decode(authorization.split()[1])):
            return None
        if not self.context or not self.context.complete:
            return self.reply(401, WWW_Authenticate="Negotiate")
        if not body:
            return self.reply(200)
        if options.tls:
            return self.reply(200, answer(body.decode()).encode(), Content_Type="application/soap+xml;charset=UTF-8")
        if not self.headers.get("Content-Type", "").startswith("multipart/encrypted"):
            return self.reply(400, b"encryption required")
        return self.sealed(body)

    def sealed(self, body):
        part = body.split(b"--Encrypted Boundary\r\n")[2].split(b"octet-stream\r\n", 1)[1]
        part = part[:part.rindex(b"--Encrypted Boundary--")]
        plain = answer(self.context.unwrap(part[4:]).message.decode()).encode()
        wrapped = bytearray(self.context.wrap(plain, True).message)
        if options.tamper and b"ReceiveResponse" in plain:
            wrapped[40] ^= 1
        head = (b"--Encrypted Boundary\r\n\tContent-Type: application/HTTP-SPNEGO-session-encrypted\r\n"
                b"\tOriginalContent: type=application/soap+xml;charset=UTF-8;Length=%d\r\n"
                b"--Encrypted Boundary\r\n\tContent-Type: application/octet-stream\r\n" % len(plain))
        sealed = head + struct.pack("<I", 16) + bytes(wrapped) + b"--Encrypted Boundary--\r\n"
        return self.reply(200, sealed, Content_Type=SEALED)


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
server.daemon_threads = True
if options.tls:
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(*options.tls)
    server.socket = tls.wrap_socket(server.socket, server_side=True)
print("ready %d" % server.server_address[1], flush=True)
server.serve_forever()
