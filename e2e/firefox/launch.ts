// Starts Firefox (FIREFOX is its path) with the arguments given, and tells where the relay in front of it listens instead.
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { startRelay } from './relay.ts'

const LISTENING = /(?<=WebDriver BiDi listening on )ws:\/\/\S+/

const firefox = spawn(process.env.FIREFOX!, process.argv.slice(2), { stdio: ['ignore', 'inherit', 'pipe'] })
createInterface({ input: firefox.stderr }).on('line', async (line) => {
  const address = LISTENING.exec(line)?.[0]
  console.error(address ? line.replace(address, await startRelay(address, endSoon)) : line)
})
// Playwright asks it to end first; one that was killed asks nothing.
const endSoon = () => void setTimeout(() => firefox.kill('SIGKILL'), 5000).unref()
process.once('exit', () => firefox.kill('SIGKILL'))
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => firefox.kill(signal))
firefox.once('exit', (code) => process.exit(code ?? 1))
