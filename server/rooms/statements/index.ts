import './tables.ts'

export { sendScheduled } from './actions/engine/send-scheduled.ts'
export { changeSettings } from './actions/settings/change-settings.ts'
