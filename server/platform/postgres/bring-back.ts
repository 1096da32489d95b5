import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { type EmbeddedOptions, majorVersion, startEmbeddedPostgres } from './embedded.ts'
import { messageOf } from './failure.ts'
import { isServerOf, readPidFile } from './postmaster.ts'

const LOOK_EVERY_MS = 1_000

/**
 * Looks after the server of `dataDir` while this process needs it: one that was killed, or gave up for want of disk, is
 * started again at the same address. Ends when called, once a start under way is through.
 */
export function bringBack(options: EmbeddedOptions): () => Promise<void> {
  const log = options.log ?? (() => {})
  let ending = false
  let said = ''
  let look: Promise<void> = Promise.resolve()
  const lookOnce = async (): Promise<void> => {
    if (await runs(options.dataDir)) return
    log('The database ended by itself; starting it again…')
    await startEmbeddedPostgres(options)
    said = ''
  }
  let looking = false
  const watch = setInterval(() => {
    if (looking || ending) return
    looking = true
    look = lookOnce()
      .catch((error) => {
        // Told once, and tried again until it comes back.
        if (messageOf(error) !== said) log(messageOf(error))
        said = messageOf(error)
      })
      .finally(() => {
        looking = false
      })
  }, LOOK_EVERY_MS)
  watch.unref()
  return async () => {
    ending = true
    clearInterval(watch)
    await look
  }
}

async function runs(dataDir: string): Promise<boolean> {
  const clusterDir = join(await realpath(dataDir), majorVersion)
  const file = await readPidFile(clusterDir)
  return file !== undefined && (await isServerOf(file.pid, clusterDir))
}
