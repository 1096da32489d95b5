import { BlockList, isIP, isIPv6 } from 'node:net'

/** Networks that are not the public internet, by the IANA registries of special-purpose addresses. */
const INNER_NETWORKS = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  // Holds ::1, and IPv4 addresses written as ::127.0.0.1. Those written as ::ffff:127.0.0.1 are checked as IPv4.
  ['::', 96],
  // Translations to IPv4, which may lead to an inner network.
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const

const inner = new BlockList()
for (const [network, prefix] of INNER_NETWORKS)
  inner.addSubnet(network, prefix, isIPv6(network) ? 'ipv6' : 'ipv4')

/** True for an IP address of this machine or an inner network, and for anything that isn't an IP address. */
export function isInnerAddress(address: string): boolean {
  const version = isIP(address)
  return version === 0 || inner.check(address, version === 6 ? 'ipv6' : 'ipv4')
}
