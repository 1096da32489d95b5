import type { RequestListener } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { createCertificate } from './create-certificate.ts'

export interface HttpsServer {
  /** `https://localhost:port`. */
  readonly origin: string
  /** The certificate, to trust it. */
  readonly ca: string
  close(): void
}

/** Starts a web server with TLS on loopback. */
export async function startHttpsServer(answer: RequestListener): Promise<HttpsServer> {
  const { cert, key } = await createCertificate()
  const server = createServer({ cert, key }, answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `https://localhost:${(server.address() as AddressInfo).port}`,
    ca: cert,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
