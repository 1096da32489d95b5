import { contract } from '../../../contract/index.ts'
import { type BoundRoute, on, onUnitOfWork } from '../../platform/http/handlers.ts'
import { changeSubscription } from './actions/change-subscription.ts'
import { chooseOwnMails, readOwnChoice } from './actions/choose-own-mails.ts'
import { readDelivery } from './actions/delivery/read-delivery.ts'
import { listAddresses } from './actions/list-addresses.ts'
import { readSubscription } from './actions/read-subscription.ts'
import { useAddressAgain } from './actions/use-address-again.ts'

const { emailAddresses } = contract

export const emailAddressesRoutes: BoundRoute[] = [
  on(emailAddresses.oneClick, (ctx, { query }) => changeSubscription(ctx, { ...query, unsubscribed: true })),
  on(emailAddresses.readSubscription, (ctx, { body }) => readSubscription(ctx, body.token)),
  on(emailAddresses.changeSubscription, (ctx, { body }) => changeSubscription(ctx, body)),
  on(emailAddresses.readOwnChoice, (ctx) => readOwnChoice(ctx)),
  on(emailAddresses.chooseOwn, (ctx, { body }) => chooseOwnMails(ctx, body.reminders)),
  on(emailAddresses.list, (ctx, { params }) => listAddresses(ctx, params.customer)),
  on(emailAddresses.useAgain, (ctx, { params, body }) => useAddressAgain(ctx, params.customer, body.address)),
  onUnitOfWork(emailAddresses.readDelivery, (uow) => readDelivery(uow)),
]
