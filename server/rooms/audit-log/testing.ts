import type { UnitOfWork } from '../../platform/context.ts'
import { exportEntries } from './actions/export-entries.ts'

/** Returns an export of everything about customers in parts, each of which is read when it is requested. */
export const exportCustomersEntries = async (uow: UnitOfWork): Promise<AsyncIterable<Uint8Array>> =>
  (await exportEntries(uow, { area: 'customers' })).parts
