import './tables.ts'

export { closeTasks } from './actions/close-tasks.ts'
export { type NewTask, openTask } from './actions/open-task.ts'
export { refusedAddressKey } from './rules/refused-address-key.ts'
