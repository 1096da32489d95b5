import { buildServer, buildWeb } from '../../scripts/build.ts'

/** Also once before the files of tests: the servers that they start and kill all run the same build. */
export default async function buildProduct(): Promise<void> {
  await buildWeb()
  await buildServer()
}
