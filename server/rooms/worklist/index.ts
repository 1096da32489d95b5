import './tables.ts'

export { closeTasks } from './actions/close-tasks.ts'
export { closeAddressTask, openAddressTask, openComplaintTask } from './actions/open-address-task.ts'
export { type NewTask, openTask } from './actions/open-task.ts'
export { openTasksAgain } from './actions/open-tasks-again.ts'
export { type MemberNames, readMemberNames } from './actions/read-task.ts'
export { reportRefusedMail } from './actions/report-refused-mail.ts'
