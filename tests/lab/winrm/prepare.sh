#!/bin/sh
# Makes sure that the packages of this lab are there: an NTLM acceptor and a WinRM client that are not ours.
# Installs them on a Debian when run as root; says what is missing and ends with 3 where that can't be done.
PYTHON=/usr/bin/python3
have() {
  [ -x $PYTHON ] && $PYTHON -c 'import gssapi, winrm, requests_ntlm' 2>/dev/null &&
    ls /etc/gss/mech.d/*ntlmssp* >/dev/null 2>&1
}
have && exit 0
[ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || {
  echo "needs gss-ntlmssp, python3-gssapi and python3-winrm"
  exit 3
}
DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends -o DPkg::Lock::Timeout=120 \
  gss-ntlmssp python3-gssapi python3-winrm python3-requests-ntlm >/dev/null 2>&1
have || { echo "gss-ntlmssp, python3-gssapi and python3-winrm can't be installed"; exit 3; }
