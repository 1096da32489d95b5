import { isIPv6 } from 'node:net'

/**
 * Returns the key for rate limits by address: an IPv4 address, or the first 64 bits of an IPv6 one, because
 * the owner of one such address has its whole network.
 */
export function networkOf(address: string | null): string {
  if (address === null) return 'nowhere'
  const bare = address.split('%')[0]!
  if (!isIPv6(bare)) return address
  const groups = groupsOf(bare)
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  if (isMapped) return [groups[6]!, groups[7]!].flatMap((group) => [group >> 8, group & 0xff]).join('.')
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

/** Returns the eight groups of 16 bits. The URL parser accepts every notation. */
function groupsOf(address: string): number[] {
  const [head = '', tail = ''] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const read = (part: string) =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16))
  const [first, last] = [read(head), read(tail)]
  return [...first, ...Array<number>(8 - first.length - last.length).fill(0), ...last]
}
