import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { Builder, By, type WebDriver, type WebElement } from 'selenium-webdriver'
import { findWebKit } from '../../scripts/find-webkit.ts'
import { freePort } from '../../server/platform/free-port.ts'

const WAIT_MS = 20_000

/** A window of WebKit, and what one does in it; everything is found by the words that people read. */
export interface WebKitWindow {
  goTo(address: string): Promise<void>
  /** Types into the field of this label. */
  type(label: string, text: string): Promise<void>
  /** Chooses by what the option says. */
  choose(label: string, option: string): Promise<void>
  press(button: string): Promise<void>
  /** Waits until the page says so. */
  see(text: string): Promise<void>
  /** What the page's first frame says. */
  wordsInFrame(): Promise<string>
  /** How many elements of the page match. */
  count(selector: string): Promise<number>
  /** Breaches of the policy, and errors that nobody caught, of all pages since each had loaded. */
  complaints(): Promise<string[]>
  close(): Promise<void>
}

export async function openWindow(): Promise<WebKitWindow> {
  const { driver: program, browser, screen } = findWebKit()
  const port = await freePort()
  const [command, ...args] = [...(screen ? [screen, '-a'] : []), program, `--port=${port}`]
  const started = spawn(command!, args, { stdio: 'ignore', detached: true, env: environment() })
  // Also when whoever runs the tests gave them up.
  process.once('exit', () => endGroup(started))
  try {
    const driver = await connect(port, browser)
    return windowOf(driver, () => end(started, driver))
  } catch (error) {
    await end(started)
    throw error
  }
}

/** Its own sandbox refuses root; what the tests open is our own pages only. */
function environment(): NodeJS.ProcessEnv {
  const root = process.getuid?.() === 0
  return { ...process.env, ...(root && { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' }) }
}

/** Tries until the driver listens. */
async function connect(port: number, binary: string): Promise<WebDriver> {
  for (let tries = 1; ; tries++) {
    try {
      return await new Builder()
        .usingServer(`http://127.0.0.1:${port}`)
        .withCapabilities({
          browserName: 'MiniBrowser',
          'webkitgtk:browserOptions': { binary, args: ['--automation'] },
        })
        .build()
    } catch (error) {
      if (tries === 40) throw error
      await sleep(250)
    }
  }
}

/** With all that it started: the screen, the driver and the browser are a group of their own. */
async function end(started: ChildProcess, driver?: WebDriver): Promise<void> {
  await Promise.race([driver?.quit().catch(() => {}), sleep(5000)])
  endGroup(started)
}

function endGroup({ pid }: ChildProcess): void {
  try {
    process.kill(-pid!, 'SIGKILL')
  } catch {
    // All of it has ended by itself.
  }
}

const quoted = (text: string): string => (text.includes('"') ? `'${text}'` : `"${text}"`)
const labelled = (label: string): By =>
  By.xpath(`//*[@id=//label[starts-with(normalize-space(.), ${quoted(label)})]/@for]`)
const named = (button: string): By => By.xpath(`//button[normalize-space(.)=${quoted(button)}]`)

function windowOf(driver: WebDriver, close: () => Promise<void>): WebKitWindow {
  const find = async (by: By): Promise<WebElement> => {
    await driver.wait(async () => (await driver.findElements(by)).length > 0, WAIT_MS, `nothing is at ${by}`)
    return driver.findElement(by)
  }
  const before: string[] = []
  const heard = () => driver.executeScript<string[]>('return window.complaints ?? []')
  return {
    async goTo(address) {
      before.push(...(await heard()))
      await driver.get(address)
      await driver.executeScript(LISTEN)
    },
    type: async (label, text) => (await find(labelled(label))).sendKeys(text),
    choose: async (label, option) =>
      (await (await find(labelled(label))).findElement(By.xpath(`./option[.=${quoted(option)}]`))).click(),
    press: async (button) => (await find(named(button))).click(),
    see: async (text) => {
      const said = () => driver.executeScript<string>('return document.body.innerText')
      await driver
        .wait(async () => (await said()).includes(text), WAIT_MS)
        .catch(async () => {
          throw new Error(`“${text}” is nowhere in: ${await said()}`)
        })
    },
    wordsInFrame: async () => {
      await driver.switchTo().frame(0)
      const text = await driver.executeScript<string>('return document.body?.innerText ?? ""')
      await driver.switchTo().defaultContent()
      return text
    },
    count: async (selector) => (await driver.findElements(By.css(selector))).length,
    complaints: async () => [...before, ...(await heard())],
    close,
  }
}

const LISTEN = `
  window.complaints = []
  addEventListener('error', (event) => complaints.push(event.message))
  addEventListener('unhandledrejection', (event) => complaints.push(String(event.reason)))
  document.addEventListener('securitypolicyviolation', (event) =>
    complaints.push(event.violatedDirective + ' refused ' + event.blockedURI))`
