import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { type RawData, WebSocket, WebSocketServer } from 'ws'

/**
 * Playwright sets the system's color scheme before it opens a page. Packaged stable versions of Firefox don't
 * support the command yet. The tests also set the page's own theme.
 */
const MAY_BE_UNKNOWN = new Set(['emulation.setMediaFeaturesOverride'])

interface Message {
  readonly id?: number
  readonly method?: string
  readonly error?: string
  readonly params?: { navigation?: string | null; url?: string }
}

const read = (data: RawData): Message => JSON.parse(String(data)) as Message

/**
 * A file that the page itself creates is downloaded without a navigation, which Playwright needs as its id.
 */
const lacksNavigation = ({ method, params }: Message): boolean =>
  /^browsingContext\.download/.test(method ?? '') && params?.navigation === null

const withNavigation = (message: Message): Message => ({
  ...message,
  params: { ...message.params, navigation: message.params!.url! },
})

/**
 * Relays WebDriver BiDi between Playwright and a Firefox that listens at `address` (ws://127.0.0.1:1234).
 * Commands that this Firefox doesn't support yet succeed. Resolves with the relay's address. Calls `onEnd`
 * when either side disconnects.
 */
export async function startRelay(address: string, onEnd: () => void): Promise<string> {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  await once(server, 'listening')
  server.on('connection', (playwright, { url }) => {
    relay(playwright, new URL(url!, address)).catch(onEnd)
    playwright.once('close', onEnd)
  })
  return `ws://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Rejects when Firefox refuses the connection. */
async function relay(playwright: WebSocket, address: URL): Promise<void> {
  const firefox = new WebSocket(address, { perMessageDeflate: false })
  for (const side of [playwright, firefox]) side.on('error', (error) => console.error(error.message))
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
    else playwright.send(lacksNavigation(message) ? JSON.stringify(withNavigation(message)) : String(data))
  })
  firefox.once('close', () => playwright.close())
  playwright.once('close', () => firefox.close())
  await opened
}
