import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { freePort } from '../../server/platform/free-port.ts'
import { stopEmbeddedPostgres } from '../../server/platform/postgres/embedded.ts'
import { ended, untilReady } from '../../testing/product-process.ts'
import { waitUntil } from '../../testing/wait-until.ts'
import { onTestEnd } from './on-test-end.ts'
import { launch, START_MS } from './start-part.ts'

it('waits for a previous process that still has the port, reports that and takes over', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'quittance-former-'))
  // PostgreSQL runs as another user when the tests run as root.
  await chmod(folder, 0o711)
  onTestEnd(async () => {
    await stopEmbeddedPostgres(join(folder, 'postgres'))
    await rm(folder, { recursive: true, force: true })
  })
  const environment = { DATA_DIR: folder, PORT: String(await freePort()) }
  const previous = launch('server', environment)
  await untilReady(previous, START_MS)
  const next = launch('server', environment)
  expect(
    await waitUntil(() => /Another Quittance \(process \d+\) still uses port/.test(next.said()), 120_000),
  ).toBe(true)
  // Longer than the wait for a port that another program uses.
  await sleep(6_000)
  previous.child.kill('SIGTERM')
  expect(await ended(previous.child)).toBe(0)
  await untilReady(next, 30_000)
  expect((await fetch(`http://localhost:${environment.PORT}/ready/`)).status).toBe(200)
})
