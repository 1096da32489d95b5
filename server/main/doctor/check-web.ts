import { randomBytes } from 'node:crypto'
import { lookup } from 'node:dns/promises'
import { connect } from 'node:tls'
import { DAY_MS } from '../../../domain/dates/durations.ts'
import { systemClock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import { reasonOf } from '../../platform/reason-of.ts'
import { type Finding, ok, problem, skipped, warning } from './finding.ts'
import { PROBE_HEADER, probeToken } from './probe-token.ts'

const PATIENCE_MS = 10_000
const SOON_DAYS = 14

/** Finds the address of a name; throws when it has none. */
type FindAddress = (name: string) => Promise<{ readonly address: string }>

/** Names, certificates and the proxy, as a browser meets them at APP_ORIGIN. */
export async function checkWeb(config: Config, findAddress: FindAddress = lookup): Promise<Finding[]> {
  const { hostname, protocol, port } = new URL(config.appOrigin)
  if (hostname === 'localhost' || hostname.endsWith('.localhost'))
    return [skipped(`web: APP_ORIGIN is ${config.appOrigin}, which only this machine can open`)]
  // No company has this name, so it resolves only by a wildcard.
  const anyPortal = `doctor-${randomBytes(4).toString('hex')}.${config.baseDomain}`
  const names = await Promise.all(
    [hostname, anyPortal].map((name) => checkName(findAddress, name, name === anyPortal)),
  )
  const certificates =
    protocol === 'https:'
      ? await Promise.all(
          [hostname, anyPortal].map((name) => checkCertificate(hostname, Number(port) || 443, name)),
        )
      : [
          warning(
            `web: APP_ORIGIN is ${config.appOrigin}, without TLS`,
            'Put a proxy with a certificate in front, and let APP_ORIGIN begin with https://.',
          ),
        ]
  return [...names, ...certificates, await checkProxy(config)]
}

async function checkName(findAddress: FindAddress, name: string, isWildcard: boolean): Promise<Finding> {
  try {
    const { address } = await findAddress(name)
    return ok(`names: ${isWildcard ? `*.${name.split('.').slice(1).join('.')}` : name} leads to ${address}`)
  } catch (error) {
    return isWildcard
      ? problem(
          `names: ${name} leads nowhere (${reasonOf(error)})`,
          'Portals live on subdomains. Add a wildcard record: * of the base domain, to the proxy’s address.',
        )
      : problem(
          `names: ${name} leads nowhere (${reasonOf(error)})`,
          'Add a DNS record for the host of APP_ORIGIN.',
        )
  }
}

/** The certificate that the server at `host` shows for `name`. */
function checkCertificate(host: string, port: number, name: string): Promise<Finding> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, servername: name, timeout: PATIENCE_MS }, () => {
      const days = Math.floor(
        (Date.parse(socket.getPeerCertificate().valid_to) - systemClock.wallNow()) / DAY_MS,
      )
      const what = `TLS: the certificate for ${name} is valid for ${days} more days`
      resolve(
        days < SOON_DAYS ? warning(what, 'Renew it, and see why that did not happen by itself.') : ok(what),
      )
      socket.destroy()
    })
    const fail = (reason: string) => {
      resolve(
        problem(
          `TLS: ${name}: ${reason}`,
          'The certificate has to name the host of APP_ORIGIN and *. of BASE_DOMAIN, and come with its chain.',
        ),
      )
      socket.destroy()
    }
    socket.on('error', (error) => fail(reasonOf(error))).on('timeout', () => fail('no answer'))
  })
}

/** Asks the product through the proxy how many proxies its request passed. */
async function checkProxy({ appOrigin, secret, trustProxyHops }: Config): Promise<Finding> {
  try {
    const response = await fetch(`${appOrigin}/ready/`, {
      headers: { [PROBE_HEADER]: probeToken(secret, systemClock.wallNow()) },
      signal: AbortSignal.timeout(PATIENCE_MS),
      redirect: 'manual',
    })
    const reply = (await response.json().catch(() => ({}))) as { status?: string; proxies?: number }
    if (response.status !== 200 || reply.proxies === undefined)
      return problem(
        `proxy: ${appOrigin}/ready/ answers ${response.status}, not like this product with this SECRET`,
        'Start the server, and let the proxy pass every path to it.',
      )
    const what = `proxy: a request to ${appOrigin} passes ${reply.proxies} and TRUST_PROXY_HOPS is ${trustProxyHops}`
    return reply.proxies === trustProxyHops
      ? ok(what)
      : problem(
          what,
          `Set TRUST_PROXY_HOPS=${reply.proxies}, or let the proxy set X-Forwarded-For: rate limits count by the caller’s address.`,
        )
  } catch (error) {
    return problem(
      `proxy: ${appOrigin} can't be reached: ${reasonOf(error)}`,
      'Start the server and the proxy in front of it.',
    )
  }
}
