/**
 * Services whose restart ends sessions, virtual machines, containers or the network of a host, and parts of the system
 * that cannot be restarted alone. The list follows the defaults of Debian's needrestart.
 */
const UNSAFE = new RegExp(
  `^(${[
    'dbus|dbus-broker|systemd-.*|init|user@.*|getty@.*|serial-getty@.*|console-getty|session-.*|elogind|udev',
    'gdm3?|lightdm|sddm|kdm|xdm|wdm|slim|lxdm.*|nodm|greetd|ly|display-manager|plymouth.*|bluetooth',
    'NetworkManager|ModemManager|network|networking|wpa_supplicant.*|wicked.*|connman|dhcpcd.*|ifup@.*',
    'openvpn.*|wg-quick@.*|strongswan.*|ppp.*|tailscaled|bird.*|quagga.*|frr.*|tinc.*',
    'docker|containerd|podman.*|crio|kubelet|k3s.*|lxc.*|lxd.*|incus.*',
    'libvirtd|virtqemud|virtlogd|virtlockd|qemu.*|xen.*|pve.*|pmxcfs|corosync|pacemaker|ceph.*',
    'multipathd|iscsid|cryptdisks.*|zfs-fuse|emergency|rescue|mythtv-backend',
    'apt-daily.*|unattended-upgrades|cron-.*|rc-local',
  ].join('|')})$`,
);

const SERVICE = /^([A-Za-z0-9][\w.:@-]*)\.service$/;
const OPENRC = /^openrc:([A-Za-z0-9][\w.-]*)$/;

/** The service manager of a unit and its name there, if it can be restarted without harm; else null. */
function restartable(holder: string): { command: string; name: string } | null {
  const service = SERVICE.exec(holder)?.[1];
  const openrc = OPENRC.exec(holder)?.[1];
  const name = service ?? openrc;
  if (name === undefined || UNSAFE.test(name)) return null;
  return { command: service === undefined ? 'rc-service' : 'systemctl', name };
}

/** Whether a restart of this holder of old code is safe. */
export const isRestartable = (holder: string): boolean => restartable(holder) !== null;

/** Returns the name that people use: `ssh` for `ssh.service`. */
export const holderName = (holder: string): string =>
  holder.replace(/\.service$/, '').replace(/^openrc:/, '');

/** Returns the command that restarts the services among the holders that can be restarted; null: none can. */
export function restartCommand(holders: readonly string[]): string | null {
  const units = [...new Set(holders)].map(restartable).filter((unit) => unit !== null);
  const names = units.filter((u) => u.command === 'systemctl').map((u) => u.name);
  const openrc = units.filter((u) => u.command === 'rc-service').map((u) => u.name);
  const commands = [
    ...(names.length > 0 ? [`systemctl restart ${names.sort().join(' ')}`] : []),
    ...openrc.sort().map((name) => `rc-service ${name} restart`),
  ];
  return commands.length === 0 ? null : commands.join(' && ');
}
