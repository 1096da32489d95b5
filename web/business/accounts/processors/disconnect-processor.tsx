import { contract } from '../../../../contract/index.ts'
import { useAccount } from '../../../session/account-context.ts'
import { useCall } from '../../../session/session-context.tsx'
import { DisconnectButton } from '../disconnect-button.tsx'
import { Impact } from './impact.tsx'

export function DisconnectProcessor({ provider, name }: { provider: string; name: string }) {
  const { pk } = useAccount()
  const call = useCall()
  return (
    <DisconnectButton
      name={name}
      disconnect={() => call(contract.paymentConnections.disconnect, { params: { account: pk, provider } })}
    >
      Your customers can’t pay by {name} any more. <Impact provider={provider} /> Nothing is deleted. You can
      connect again at any time.
    </DisconnectButton>
  )
}
