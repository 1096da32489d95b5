import type { RoomRegistry } from '../../platform/registry.ts'

export const documentsRegistry = {
  room: 'documents',
} satisfies RoomRegistry
