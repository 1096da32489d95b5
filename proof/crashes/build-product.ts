import { buildServer, buildWeb } from '../../scripts/build.ts'

/** Once before the files of tests, and by whoever starts a machine: the servers that are started and killed all run the same build. */
export default async function buildProduct(): Promise<void> {
  await buildWeb()
  await buildServer()
}
