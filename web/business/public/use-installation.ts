import { useQuery } from '@tanstack/react-query'
import { contract } from '../../../contract/index.ts'
import { useCall } from '../../session/session-context.tsx'
import { queryClient } from '../query-client.ts'

/**
 * Operator and support contact of this installation, for pages inside and outside the app's frame. Rarely
 * changes.
 */
export function useInstallation() {
  const call = useCall()
  return useQuery(
    {
      queryKey: ['installation'],
      queryFn: ({ signal }) => call(contract.installation.read, {}, { signal }),
      staleTime: 600_000,
    },
    queryClient,
  )
}
