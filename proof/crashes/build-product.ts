import { buildServer, buildWeb } from '../../scripts/build.ts'

/**
 * Builds the product once, before the test files and before a machine starts, so that all servers run the
 * same build.
 */
export default async function buildProduct(): Promise<void> {
  await buildWeb()
  await buildServer()
}
