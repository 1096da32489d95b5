import './tables.ts'

export { closeTasks } from './actions/close-tasks.ts'
export { closeAddressTask, openAddressTask } from './actions/open-address-task.ts'
export { type NewTask, openTask } from './actions/open-task.ts'
