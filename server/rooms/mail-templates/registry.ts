import './tables.ts'

import type { RoomRegistry } from '../../platform/registry.ts'

export const mailTemplatesRegistry = { room: 'mail-templates' } satisfies RoomRegistry
