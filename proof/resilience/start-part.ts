import { PRODUCT_FOLDER } from '../../server/platform/product-folder.ts'
import {
  addressOf,
  launchProduct,
  type ProductProcess,
  programOf,
  untilReady,
} from '../../testing/product-process.ts'
import type { TestServer } from '../../testing/test-server.ts'
import { onTestEnd } from './on-test-end.ts'

/** Long, because the first start may have to build the product. */
export const START_MS = 200_000

/** Starts a process of the product on the test's database. */
export async function startPart(
  part: 'server' | 'worker',
  test: TestServer,
  environment: Record<string, string>,
): Promise<ProductProcess> {
  const DATABASE_URL = addressOf(test.ownerConfig)
  const started = launch(part, { DATABASE_URL, SECRET: test.app.config.secret, ...environment })
  await untilReady(started, START_MS)
  return started
}

/** Starts a process of the product, which ends with the test. */
export function launch(part: 'server' | 'worker', environment: Record<string, string>): ProductProcess {
  const settings = { LOG_LEVEL: 'info', ...environment }
  const started = launchProduct({
    program: programOf(part),
    name: `the ${part}`,
    settings,
    cwd: PRODUCT_FOLDER,
  })
  onTestEnd(() => started.child.kill('SIGKILL'))
  return started
}
