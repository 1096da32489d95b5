import { execFileSync, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import https from 'node:https'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from 'node:tls'
import { freePort } from '../../server/platform/free-port.ts'
import { PRODUCT_FOLDER } from '../../server/platform/product-folder.ts'
import { ended } from '../../testing/product-process.ts'

const READY_MS = 20_000

/** An nginx with TLS in front of several servers, with the settings of deploy/nginx.conf. */
export interface TlsProxy {
  readonly origin: string
  /** Returns each request that was answered so far. */
  readAnswers(): Promise<readonly ProxyAnswer[]>
  stop(): Promise<void>
}

export interface ProxyAnswer {
  readonly method: string
  readonly path: string
  readonly status: number
  /** The servers that were tried, in order. */
  readonly servers: readonly string[]
}

/** True for a failure, a refusal because of load, or a request that its client gave up. 429 is a company's own limit. */
export const isFailure = ({ status }: ProxyAnswer): boolean => status === 499 || status >= 500

/** Starts nginx in front of the servers at these ports. Trusts its certificate in this process. */
export async function startTlsProxy(folder: string, ports: readonly number[]): Promise<TlsProxy> {
  await mkdir(folder, { recursive: true })
  const [secure, plain] = [await freePort(), await freePort()]
  const at = (name: string) => join(folder, name)
  createCertificate(at('certificate.pem'), at('key.pem'))
  https.globalAgent.options.ca = readFileSync(at('certificate.pem'))
  await writeFile(at('site.conf'), await adaptSettings({ secure, plain, ports, at }))
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${at(name)};`,
  )
  await writeFile(
    at('nginx.conf'),
    [
      'daemon off;',
      `pid ${at('nginx.pid')};`,
      `error_log ${at('error.log')} warn;`,
      'events { worker_connections 1024; }',
      'http {',
      String.raw`log_format answers '$request_method\t$uri\t$status\t$upstream_addr';`,
      `access_log ${at('answers.log')} answers;`,
      ...temporary,
      `include ${at('site.conf')};`,
      '}',
      '',
    ].join('\n'),
  )
  const nginx = spawn('nginx', ['-c', at('nginx.conf'), '-e', at('error.log')], { stdio: 'ignore' })
  // An interrupted test run would leave it behind.
  const killAtExit = () => nginx.kill('SIGKILL')
  process.once('exit', killAtExit)
  const origin = `https://localhost:${secure}`
  for (const end = Date.now() + READY_MS; !(await isOpen(secure)); await sleep(50))
    if (nginx.exitCode !== null || Date.now() > end)
      throw new Error(`nginx does not serve: ${await readFile(at('error.log'), 'utf8')}`)
  return {
    origin,
    async readAnswers() {
      const lines = (await readFile(at('answers.log'), 'utf8')).split('\n').slice(0, -1)
      return lines.map((line) => {
        const [method = '', path = '', status, servers = ''] = line.split('\t')
        return { method, path, status: Number(status), servers: servers.split(', ') }
      })
    },
    async stop() {
      nginx.kill('SIGTERM')
      await ended(nginx)
      process.off('exit', killAtExit)
    },
  }
}

interface Places {
  readonly secure: number
  readonly plain: number
  readonly ports: readonly number[]
  at(name: string): string
}

/** Replaces names, ports and files in the settings that docs/deploy.md installs. */
async function adaptSettings({ secure, plain, ports, at }: Places): Promise<string> {
  const text = await readFile(join(PRODUCT_FOLDER, 'deploy', 'nginx.conf'), 'utf8')
  const servers = ports.map((port) => `server 127.0.0.1:${port} max_fails=0;`).join('\n    ')
  const replaced: readonly (readonly [from: string, to: string])[] = [
    ['server 127.0.0.1:3000 max_fails=0;', servers],
    ['quittance.example', 'localhost'],
    ['/etc/letsencrypt/live/localhost/fullchain.pem', at('certificate.pem')],
    ['/etc/letsencrypt/live/localhost/privkey.pem', at('key.pem')],
    ['listen 80;', `listen 127.0.0.1:${plain};`],
    ['listen [::]:80;', ''],
    ['listen 443 ssl', `listen 127.0.0.1:${secure} ssl`],
    ['listen [::]:443 ssl http2;', ''],
  ]
  return replaced.reduce((settings, [from, to]) => {
    if (!settings.includes(from)) throw new Error(`deploy/nginx.conf has no "${from}".`)
    return settings.replaceAll(from, to)
  }, text)
}

function createCertificate(certificate: string, key: string): void {
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const keys = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  const files = ['-keyout', key, '-out', certificate]
  execFileSync('openssl', ['req', '-x509', '-days', '2', ...keys, ...names, ...files], { stdio: 'ignore' })
}

/** Connects without a request, which would be counted. */
const isOpen = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(
      { port, host: '127.0.0.1', servername: 'localhost', ca: https.globalAgent.options.ca },
      () => {
        socket.end()
        resolve(true)
      },
    )
    socket.on('error', () => resolve(false))
  })
