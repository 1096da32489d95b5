import {
  PORTAL_LOGIN_STATE_TEXTS,
  type PortalLoginState,
} from '../../../../domain/people/portal-login-state.ts'
import { Tag, type Tone } from '../../../ui/text/tag.tsx'

const TONES: Readonly<Record<PortalLoginState, Tone>> = {
  not_invited: 'quiet',
  invited: 'soon',
  active: 'paid',
  removed: 'quiet',
}

export const LoginStateTag = ({ state }: { state: PortalLoginState }) => (
  <Tag tone={TONES[state]}>{PORTAL_LOGIN_STATE_TEXTS[state]}</Tag>
)
