"""Uses the product through its command line and its HTTP API on a loopback address."""
import json, os, socket, subprocess, time, urllib.request

MAIN = os.path.join(os.path.dirname(__file__), '../../dist/main.js')


class Product:
    def __init__(self, folder):
        self.folder = folder
        self.hosts = 0

    def run(self, *words):
        command = ['node', MAIN, *words, '--data-dir', self.folder]
        return subprocess.run(command, check=True, capture_output=True, text=True).stderr

    def __enter__(self):
        with socket.socket() as free:
            free.bind(('127.0.0.1', 0))
            port = free.getsockname()[1]
        environment = {**os.environ, 'FEED_REFRESH': 'off', 'LOG_LEVEL': 'error'}
        command = ['node', MAIN, 'serve', '--port', str(port), '--data-dir', self.folder]
        self.service = subprocess.Popen(command, stdout=subprocess.DEVNULL, env=environment)
        self.url = f'http://127.0.0.1:{port}'
        for _ in range(200):
            try:
                urllib.request.urlopen(self.url + '/readyz')
                break
            except OSError:
                time.sleep(0.05)
        with open(os.path.join(self.folder, 'admin-token')) as file:
            self.token = file.read().strip()
        return self

    def __exit__(self, *_):
        self.service.terminate()
        self.service.wait()

    def request(self, method, path, body=None):
        headers = {'Authorization': f'Bearer {self.token}'}
        content = None
        if body is not None:
            headers['Content-Type'] = 'application/json'
            content = json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, content, headers, method=method)
        with urllib.request.urlopen(request) as response:
            return json.load(response)

    def findings(self, entry, packages, folder):
        """Imports the list as the inventory of a new host. Returns all findings, also unimportant, and `meta`."""
        self.hosts += 1
        new_host = {'current_ip': f'192.0.2.{self.hosts}', 'hostname': f'{entry.file} {entry.os_release}'}
        host = self.request('POST', '/hosts', [new_host])['data']['created'][0]['id']
        with open(os.path.join(folder, 'os-release', entry.os_release)) as file:
            sections = {'os-release': file.read(), entry.section: entry.text(folder)}
        report = os.path.join(self.folder, 'report.json')
        with open(report, 'w') as file:
            json.dump({'sections': sections}, file)
        output = self.run('inventory', 'import', str(host), report)
        assert 'Warning' not in output and f' {len(packages)} packages' in output, (entry, output, len(packages))
        found = []
        while True:
            query = f'unimportant=true&limit=1000&page={len(found) // 1000 + 1}'
            page = self.request('GET', f'/hosts/{host}/vulnerabilities?{query}')
            found += page['data']
            if len(found) >= page['meta']['total']:
                return found, page['meta']
