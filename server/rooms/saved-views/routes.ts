import { savedViews } from '../../../contract/lists/saved-views.ts'
import { type BoundRoute, on } from '../../platform/http/handlers.ts'
import { chooseColumns } from './actions/choose-columns.ts'
import { createView } from './actions/create-view.ts'
import { listViews } from './actions/list-views.ts'
import { removeView } from './actions/remove-view.ts'
import { updateView } from './actions/update-view.ts'

export const savedViewsRoutes: BoundRoute[] = [
  on(savedViews.list, (ctx, { query }) => listViews(ctx, query.list)),
  on(savedViews.create, (ctx, { body }) => createView(ctx, body)),
  on(savedViews.chooseColumns, (ctx, { body }) => chooseColumns(ctx, body.list, body.columns)),
  on(savedViews.update, (ctx, { params, body }) => updateView(ctx, params.view, body)),
  on(savedViews.remove, (ctx, { params }) => removeView(ctx, params.view)),
]
