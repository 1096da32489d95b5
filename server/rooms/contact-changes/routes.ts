import { contract } from '../../../contract/index.ts'
import { type BoundRoute, on } from '../../platform/http/handlers.ts'
import { decideChange } from './actions/decide-change.ts'
import { listChanges } from './actions/list-changes.ts'
import { proposeChange, withdrawChange } from './actions/propose-change.ts'
import { readOwnContactData } from './actions/read-own-contact-data.ts'

const { contactChanges } = contract

export const contactChangesRoutes: BoundRoute[] = [
  on(contactChanges.readOwn, (ctx) => readOwnContactData(ctx)),
  on(contactChanges.propose, (ctx, { body }) => proposeChange(ctx, body)),
  on(contactChanges.withdraw, (ctx) => withdrawChange(ctx)),
  on(contactChanges.list, (ctx, input) => listChanges(ctx, input)),
  on(contactChanges.decide, (ctx, { params, body }) => decideChange(ctx, params.change, body)),
]
