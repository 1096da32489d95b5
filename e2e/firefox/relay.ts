import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { type RawData, WebSocket, WebSocketServer } from 'ws'

/**
 * What Playwright asks of the newest Firefox before it opens a page, and no page of ours depends on: the stable ones that
 * systems have as a package don't know it yet.
 */
const MAY_BE_UNKNOWN = new Set(['emulation.setMediaFeaturesOverride'])

interface Message {
  readonly id?: number
  readonly method?: string
  readonly error?: string
  readonly params?: { navigation?: string | null; url?: string }
}

const read = (data: RawData): Message => JSON.parse(String(data)) as Message

/** A file that a page made itself and hands to the downloads comes by no navigation, yet Playwright knows a download by one. */
const isFileOfPage = ({ method, params }: Message): boolean =>
  /^browsingContext\.download/.test(method ?? '') && params?.navigation === null

const named = (message: Message): Message => ({
  ...message,
  params: { ...message.params, navigation: message.params!.url! },
})

/**
 * Stands between Playwright and a Firefox that listens at `address` (ws://127.0.0.1:1234) and speaks WebDriver BiDi: a
 * command that this Firefox doesn't know yet counts as done. Resolves with its own address.
 */
export async function startRelay(address: string): Promise<string> {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  await once(server, 'listening')
  server.on('connection', (playwright, { url }) => void relay(playwright, new URL(url!, address)))
  return `ws://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function relay(playwright: WebSocket, address: URL): Promise<void> {
  const firefox = new WebSocket(address, { perMessageDeflate: false })
  const optional = new Set<number>()
  const opened = once(firefox, 'open')
  playwright.on('message', async (data) => {
    const { id, method } = read(data)
    if (MAY_BE_UNKNOWN.has(method!)) optional.add(id!)
    await opened
    firefox.send(String(data))
  })
  firefox.on('message', (data) => {
    const message = read(data)
    const { id, error } = message
    if (optional.has(id!) && error === 'unknown command')
      playwright.send(JSON.stringify({ type: 'success', id, result: {} }))
    else playwright.send(isFileOfPage(message) ? JSON.stringify(named(message)) : String(data))
  })
  firefox.once('close', () => playwright.close())
  playwright.once('close', () => firefox.close())
}
