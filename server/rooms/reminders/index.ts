import './tables.ts'

export { readHolidays } from './actions/engine/read-holidays.ts'
export { sendDue } from './actions/engine/send-due.ts'
export { createFlow } from './actions/flows/create-flow.ts'
export { publishFlow } from './actions/flows/publish-flow.ts'
export { updateFlow } from './actions/flows/update-flow.ts'
export { pauseReminders } from './actions/pauses/pause-reminders.ts'
export { hasLiveFlow } from './store/flows.ts'
