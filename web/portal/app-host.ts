import { privacyAddress } from '../ui/layout/privacy-address.ts'

const app = new URL(privacyAddress(), window.location.href).origin

/** Whether this page is on the app's own host, where no company's portal is and who is signed in is staff. */
export const onAppHost = app === window.location.origin
