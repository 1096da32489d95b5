// Starts Firefox (its path is in FIREFOX) with the given arguments, and prints the address of the relay in
// front of it.
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { startRelay } from './relay.ts'

const LISTENING = /(?<=WebDriver BiDi listening on )ws:\/\/\S+/

const firefox = spawn(process.env.FIREFOX!, process.argv.slice(2), { stdio: ['ignore', 'inherit', 'pipe'] })
createInterface({ input: firefox.stderr }).on('line', async (line) => {
  const address = LISTENING.exec(line)?.[0]
  console.error(address ? line.replace(address, await startRelay(address, endSoon)) : line)
})
// Playwright closes Firefox itself, unless Playwright was killed.
const endSoon = () => void setTimeout(() => firefox.kill('SIGKILL'), 5000).unref()
process.once('exit', () => firefox.kill('SIGKILL'))
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => firefox.kill(signal))
firefox.once('exit', (code) => process.exit(code ?? 1))
