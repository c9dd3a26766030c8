"""
client.py URL USER PASSWORD COMMAND [ARG...]: pywinrm, an independent WinRM client, runs one command and
prints what came as JSON.
"""
import json
import sys

import winrm

url, user, password, command, *args = sys.argv[1:]
client = winrm.Protocol(url, transport="ntlm", username=user, password=password, server_cert_validation="ignore",
                        message_encryption="auto" if url.startswith("https") else "always")
try:
    shell = client.open_shell()
    command_id = client.run_command(shell, command, args)
    out, err, code = client.get_command_output(shell, command_id)
    client.cleanup_command(shell, command_id)
    client.close_shell(shell)
    print(json.dumps({"stdout": out.decode(), "stderr": err.decode(), "exitCode": code}))
except Exception as error:
    print(json.dumps({"error": type(error).__name__}))
