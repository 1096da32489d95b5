import { privacyAddress } from '../ui/layout/privacy-address.ts'

const app = new URL(privacyAddress(), window.location.href).origin

/** True on the app's own host, where there is no company's portal and signed-in users are staff. */
export const onAppHost = app === window.location.origin
