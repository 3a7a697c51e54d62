import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { build } from 'vite'
import type { ElementHandle, HTTPRequest, KeyInput, Page } from 'puppeteer'
import type { Named } from './namedElement.ts'

/** Timeout for results visible to users; the machine may be busy. */
const timeoutMs = 45_000
const pollMs = 100
const output = 'tests/.output/journeys'
/** With JOURNEY_PICTURES=1 each step saves a screenshot in tests/.output/journeys. */
const keepsPictures = process.env['JOURNEY_PICTURES'] === '1'
/** The share of the canvas that a fitted drawing takes. */
const fittedShare = 0.96

/** A place in a drawing, in drawing pixels. */
export interface Place {
  readonly x: number
  readonly y: number
}

interface Size {
  readonly width: number
  readonly height: number
}

/** A tab of the console, operated like a user: no lookup by class or id, no access to the code. */
export class Tab {
  readonly page: Page
  /** Errors thrown by the page. */
  readonly failures: string[] = []
  /** Pending requests of the page. */
  readonly #requests = new Set<HTTPRequest>()
  readonly httpUrl: string

  constructor(page: Page, httpUrl: string) {
    this.page = page
    this.httpUrl = httpUrl
    page.setDefaultTimeout(timeoutMs)
    page.on('request', (request) => this.#requests.add(request))
    for (const end of ['requestfinished', 'requestfailed'] as const)
      page.on(end, (request) => this.#requests.delete(request))
    page.on('pageerror', (error) =>
      this.failures.push(error instanceof Error ? (error.stack ?? error.message) : String(error)),
    )
  }

  async goto(path: string): Promise<void> {
    await this.page.goto(`${this.httpUrl}${path}`, { waitUntil: 'domcontentloaded' })
  }

  /** Of several tabs in a window only the front one renders and receives clicks. */
  async front(): Promise<void> {
    await until('bring the tab to the front', async () => {
      await this.page.bringToFront()
      return await this.page.evaluate(waitForFrame)
    })
  }

  async signIn(account: string, password: string): Promise<void> {
    await this.fill('Account', account)
    await this.fill('Password', password)
    await this.page.keyboard.press('Enter')
  }

  async see(role: string, name: string, within?: string): Promise<ElementHandle> {
    return await until(`see ${words({ role, name, within })}`, () => this.#find({ role, name, within }))
  }

  /** Returns true if the element is visible now. */
  async isSeen(role: string, name: string): Promise<boolean> {
    return (await this.#find({ role, name })) !== null
  }

  async press(name: string, role = 'button', within?: string): Promise<void> {
    await this.#use({ role, name, within }, (control) => control.click())
  }

  /** Activates by keyboard. */
  async enter(name: string, role = 'button'): Promise<void> {
    await this.#use({ role, name }, async (control) => {
      await control.focus()
      await this.page.keyboard.press('Enter')
    })
  }

  /** Presses keys on the drawing in sequence, such as `Control+KeyA`. */
  async keys(...presses: readonly string[]): Promise<void> {
    const canvas = await this.see('application', '')
    await canvas.focus()
    for (const press of presses) {
      const modifiers = press.split('+') as KeyInput[]
      const key = modifiers.pop()
      for (const modifier of modifiers) await this.page.keyboard.down(modifier)
      if (key) await this.page.keyboard.press(key)
      for (const modifier of modifiers.toReversed()) await this.page.keyboard.up(modifier)
    }
  }

  /** Passes a file to the file chooser opened by `act`. */
  async chooseFile(file: string, act: () => Promise<void>): Promise<void> {
    const [chooser] = await Promise.all([this.page.waitForFileChooser(), act()])
    await chooser.accept([file])
  }

  /** Replaces the content of a field. */
  async fill(name: string, text: string, role = 'textbox', within?: string): Promise<void> {
    await this.#use({ role, name, within }, async (field) => {
      await field.click({ count: 3 })
      await this.page.keyboard.type(text)
    })
  }

  /** Selects from a list by keyboard, using the active option announced by the list. */
  async choose(name: string, option: string, within?: string): Promise<void> {
    const box = await this.#use({ role: 'combobox', name, within }, async (control) => {
      await control.click()
      if (await control.evaluate((input) => input instanceof HTMLInputElement && !input.readOnly))
        await this.page.keyboard.type(option)
      return control
    })
    await until(`choose ${option} from the list ${name}`, async () => {
      const active = await box.evaluate(activeOption)
      if (active !== null) await this.page.keyboard.press(active === option ? 'Enter' : 'ArrowDown')
      return active === option || null
    })
  }

  /** Waits until the page contains the words; `gone`: until it does not. */
  async read(pattern: RegExp, how: 'there' | 'gone' = 'there'): Promise<void> {
    await until(`${how === 'there' ? 'read' : 'be rid of'} ${String(pattern)}`, async () => {
      const text = await this.page.evaluate(() => document.body.innerText)
      return pattern.test(text) === (how === 'there') || null
    })
  }

  /** Returns the screen position of a place in a fitted drawing. */
  async at(place: Place, layer?: Size): Promise<Place> {
    return (await this.fitted(layer))(place)
  }

  /** The same for several places. Locates the canvas once, which takes seconds on a page with much content. */
  async fitted(layer: Size = { width: 1600, height: 900 }): Promise<(place: Place) => Place> {
    const canvas = await this.see('application', '')
    const box = await canvas.boundingBox()
    if (!box) throw new Error('the drawing is not on the screen')
    const scale = fittedShare * Math.min(box.width / layer.width, box.height / layer.height)
    return (place) => ({
      x: box.x + box.width / 2 + (place.x - layer.width / 2) * scale,
      y: box.y + box.height / 2 + (place.y - layer.height / 2) * scale,
    })
  }

  /** Returns a screenshot of a part of the drawing. */
  async takePicture(from: Place, to: Place): Promise<Uint8Array> {
    const [start, end] = [await this.at(from), await this.at(to)]
    return await this.page.screenshot({
      clip: { ...start, width: end.x - start.x, height: end.y - start.y },
      captureBeyondViewport: false,
    })
  }

  /** Returns diagnostics after a timeout: address, title, errors, pending requests and latest messages. */
  async state(): Promise<string> {
    const openRequests = [...this.#requests].map((request) => `${request.method()} ${request.url().slice(0, 200)}`)
    return JSON.stringify(
      { ...(await this.page.evaluate(readPageState)), failures: this.failures, openRequests },
      null,
      1,
    )
  }

  /** Saves a screenshot of this step if enabled. */
  async show(step: string): Promise<void> {
    if (keepsPictures) await this.saveScreenshot(step)
  }

  async saveScreenshot(name: string): Promise<void> {
    await mkdir(output, { recursive: true })
    await writeFile(join(output, `${name}.png`), await this.page.screenshot())
  }

  async #find(named: Named): Promise<ElementHandle | null> {
    if (!(await this.page.evaluate(() => 'mimicTestFindNamed' in window)))
      await this.page.evaluate(await finderScript())
    const found = await this.page.evaluateHandle((query) => window.mimicTestFindNamed(query), named)
    return found.asElement() as ElementHandle | null
  }

  /**
   * Waits until a control is usable and its container has finished animating. Retries if the control is re-rendered
   * under the pointer.
   */
  async #use<T>(named: Named, act: (control: ElementHandle) => Promise<T>): Promise<T> {
    const { answer } = await until(`use ${words(named)}`, async () => {
      const found = await this.#find(named)
      await found?.scrollIntoView()
      return found && (await found.evaluate(isAtRest)) ? { answer: await act(found) } : null
    })
    return answer
  }
}

/** Retries until there is a result, also if a control is re-rendered meanwhile. */
async function until<T>(description: string, attempt: () => Promise<T | null>): Promise<T> {
  const giveUpAt = performance.now() + timeoutMs
  for (let cause: unknown; ;) {
    try {
      const answer = await attempt()
      if (answer !== null) return answer
    } catch (thrown) {
      cause = thrown
    }
    if (performance.now() > giveUpAt) throw new Error(`could not ${description}`, { cause })
    await pause(pollMs)
  }
}

/** Returns true if the page gets frames, which a background tab does not. */
function waitForFrame(): Promise<true | null> {
  return new Promise((done) => {
    const timer = setTimeout(() => done(null), 1000)
    requestAnimationFrame(() => {
      clearTimeout(timer)
      done(true)
    })
  })
}

/** `namedElement.ts` as a page script, built once. */
let finder: Promise<string> | undefined
function finderScript(): Promise<string> {
  return (finder ??= bundle())
}

async function bundle(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      lib: { entry: join(import.meta.dirname, 'namedElement.ts'), formats: ['iife'], name: 'namedElement' },
    },
  })
  const [first] = [built].flat()
  const chunk = first && 'output' in first ? first.output[0] : undefined
  if (!chunk) throw new Error('the finder was not built')
  return chunk.code
}

function words({ role, name, within }: Named): string {
  return `the ${role} "${name}"${within ? ` in the ${within}` : ''}`
}

function activeOption(box: Element): string | null {
  const active = document.getElementById(box.getAttribute('aria-activedescendant') ?? '')
  return active && (active.getAttribute('aria-label') ?? active.textContent)
}

/**
 * Returns true if a click would reach the control: it and its container are not moving, nothing covers it, and it is
 * enabled.
 */
async function isAtRest(control: Element): Promise<boolean> {
  const place = (): string => JSON.stringify(control.getBoundingClientRect())
  const before = place()
  await new Promise((done) => {
    setTimeout(done, 50)
  })
  const isMoving = document
    .getAnimations()
    .some(
      ({ effect, playState }) =>
        playState !== 'finished' &&
        effect instanceof KeyframeEffect &&
        effect.target !== control &&
        effect.target?.contains(control) === true,
    )
  const { x, y, width, height } = control.getBoundingClientRect()
  const top = document.elementFromPoint(x + width / 2, y + height / 2)
  const isCovered = top === null || !(top.contains(control) || control.parentElement?.parentElement?.contains(top))
  return before === place() && !isMoving && !isCovered && !control.matches(':disabled')
}

function readPageState() {
  const latest = performance.getEntriesByType('resource').slice(-8) as PerformanceResourceTiming[]
  return {
    at: location.pathname + location.search,
    title: document.title,
    now: Math.round(performance.now()),
    isVisible: document.visibilityState === 'visible',
    dialogs: [...document.querySelectorAll('dialog[open], [role="dialog"]')].map((dialog) =>
      dialog.textContent.slice(0, 80),
    ),
    busy: [...document.querySelectorAll('[aria-busy="true"], .ant-skeleton, .ant-spin-spinning')].map(
      (part) => part.className,
    ),
    latest: latest.map(
      ({ name, startTime, responseEnd }) =>
        `${new URL(name, location.href).pathname} ${Math.round(startTime)}-${Math.round(responseEnd)}`,
    ),
  }
}
