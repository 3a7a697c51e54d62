import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { build } from 'vite'
import type { ElementHandle, HTTPRequest, KeyInput, Page } from 'puppeteer'
import type { Named } from './namedElement.ts'

/** How long something may take that a person waits for; the machine may be busy with other things. */
const patienceMs = 45_000
const lookEveryMs = 100
const output = 'tests/.output/journeys'
/** With JOURNEY_PICTURES=1 each step leaves a picture in tests/.output/journeys, to be looked at. */
const keepsPictures = process.env['JOURNEY_PICTURES'] === '1'
/** The share of the canvas that a fitted drawing takes. */
const fittedShare = 0.96

/** A place in a drawing, in its own pixels. */
export interface Place {
  readonly x: number
  readonly y: number
}

interface Size {
  readonly width: number
  readonly height: number
}

/** One tab of the console, used as a person uses it: nothing is found by a class or an id, and nothing is asked of the code. */
export class Tab {
  readonly page: Page
  /** What the page's own code threw. */
  readonly failures: string[] = []
  /** What the page has asked for and not got yet. */
  readonly #asked = new Set<HTTPRequest>()
  readonly httpUrl: string

  constructor(page: Page, httpUrl: string) {
    this.page = page
    this.httpUrl = httpUrl
    page.setDefaultTimeout(patienceMs)
    page.on('request', (request) => this.#asked.add(request))
    for (const end of ['requestfinished', 'requestfailed'] as const) page.on(end, (request) => this.#asked.delete(request))
    page.on('pageerror', (error) => this.failures.push(error instanceof Error ? error.stack ?? error.message : String(error)))
  }

  async goto(path: string): Promise<void> {
    await this.page.goto(`${this.httpUrl}${path}`, { waitUntil: 'domcontentloaded' })
  }

  /** Of several tabs in one window only the front one draws and takes clicks. */
  async front(): Promise<void> {
    await until('bring the tab to the front', async () => {
      await this.page.bringToFront()
      return await this.page.evaluate(drawsAgain)
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

  /** Whether it is there now. */
  async isSeen(role: string, name: string): Promise<boolean> {
    return (await this.#find({ role, name })) !== null
  }

  async press(name: string, role = 'button', within?: string): Promise<void> {
    await this.#use({ role, name, within }, (control) => control.click())
  }

  /** By keyboard: what the pointer reaches, keys reach too. */
  async enter(name: string, role = 'button'): Promise<void> {
    await this.#use({ role, name }, async (control) => {
      await control.focus()
      await this.page.keyboard.press('Enter')
    })
  }

  /** Presses keys on the drawing, one after the other: `Control+KeyA`. */
  async keys(...presses: readonly string[]): Promise<void> {
    const canvas = await this.see('application', '')
    await canvas.focus()
    for (const press of presses) {
      const held = press.split('+') as KeyInput[]
      const key = held.pop()
      for (const modifier of held) await this.page.keyboard.down(modifier)
      if (key) await this.page.keyboard.press(key)
      for (const modifier of held.toReversed()) await this.page.keyboard.up(modifier)
    }
  }

  /** Gives the file to the chooser that opens while `act` runs. */
  async give(file: string, act: () => Promise<void>): Promise<void> {
    const [chooser] = await Promise.all([this.page.waitForFileChooser(), act()])
    await chooser.accept([file])
  }

  /** Types over what stands in a field. */
  async fill(name: string, text: string, role = 'textbox', within?: string): Promise<void> {
    await this.#use({ role, name, within }, async (field) => {
      await field.click({ count: 3 })
      await this.page.keyboard.type(text)
    })
  }

  /** Chooses from a list by keyboard, as who cannot see it would: the list says which option is the active one. */
  async choose(name: string, option: string, within?: string): Promise<void> {
    const box = await this.#use({ role: 'combobox', name, within }, async (control) => {
      await control.click()
      if (await control.evaluate((input) => input instanceof HTMLInputElement && !input.readOnly)) await this.page.keyboard.type(option)
      return control
    })
    await until(`choose ${option} from the list ${name}`, async () => {
      const active = await box.evaluate(activeOption)
      if (active !== null) await this.page.keyboard.press(active === option ? 'Enter' : 'ArrowDown')
      return active === option || null
    })
  }

  /** Waits until the words can be read on the page; `gone`: until they cannot any more. */
  async read(pattern: RegExp, how: 'there' | 'gone' = 'there'): Promise<void> {
    await until(`${how === 'there' ? 'read' : 'be rid of'} ${String(pattern)}`, async () => {
      const text = await this.page.evaluate(() => document.body.innerText)
      return pattern.test(text) === (how === 'there') || null
    })
  }

  /** Where a place of the drawing is on the screen, while the whole drawing is fitted into its canvas. */
  async at(place: Place, layer?: Size): Promise<Place> {
    return (await this.fitted(layer))(place)
  }

  /** The same for any number of places: the canvas is looked for once, which takes seconds on a page that says much. */
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

  /** The picture of a part of the drawing. */
  async pictureOf(from: Place, to: Place): Promise<Uint8Array> {
    const [start, end] = [await this.at(from), await this.at(to)]
    return await this.page.screenshot({ clip: { ...start, width: end.x - start.x, height: end.y - start.y }, captureBeyondViewport: false })
  }

  /** Where the page stands, for who waited for it in vain: its address and title, its errors, what it still waits for, and what came last. */
  async state(): Promise<string> {
    const asked = [...this.#asked].map((request) => `${request.method()} ${request.url().slice(0, 200)}`)
    return JSON.stringify({ ...await this.page.evaluate(standing), failures: this.failures, asked }, null, 1)
  }

  /** Keeps a picture of this step, if pictures are wanted. */
  async show(step: string): Promise<void> {
    if (keepsPictures) await this.keep(step)
  }

  async keep(name: string): Promise<void> {
    await mkdir(output, { recursive: true })
    await writeFile(join(output, `${name}.png`), await this.page.screenshot())
  }

  async #find(named: Named): Promise<ElementHandle | null> {
    if (!await this.page.evaluate(() => 'mimicTestFindNamed' in window)) await this.page.evaluate(await finderScript())
    const found = await this.page.evaluateHandle((wanted) => window.mimicTestFindNamed(wanted), named)
    return found.asElement() as ElementHandle | null
  }

  /**
   * Waits as a person does until a control can be used and what it lies in has come to rest: a dialog opens with a movement.
   * A control that is drawn anew under the pointer takes no press; it is used again.
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

/** Tries until there is an answer. A control that is drawn anew meanwhile is looked for again. */
async function until<T>(what: string, attempt: () => Promise<T | null>): Promise<T> {
  const giveUpAt = performance.now() + patienceMs
  for (let cause: unknown; ;) {
    try {
      const answer = await attempt()
      if (answer !== null) return answer
    } catch (thrown) {
      cause = thrown
    }
    if (performance.now() > giveUpAt) throw new Error(`could not ${what}`, { cause })
    await pause(lookEveryMs)
  }
}

/** Whether the page gets frames: a tab behind another one does not. */
function drawsAgain(): Promise<true | null> {
  return new Promise((done) => {
    const timer = setTimeout(() => done(null), 1000)
    requestAnimationFrame(() => {
      clearTimeout(timer)
      done(true)
    })
  })
}

/** `namedElement.ts` as a script for a page, built once. */
let finder: Promise<string> | undefined
function finderScript(): Promise<string> {
  return (finder ??= bundle())
}

async function bundle(): Promise<string> {
  const built = await build({
    configFile: false, logLevel: 'error',
    build: { write: false, lib: { entry: join(import.meta.dirname, 'namedElement.ts'), formats: ['iife'], name: 'namedElement' } },
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

/** Whether a press would reach it: neither it nor what it lies in moves, nothing lies over it, and it is not off. */
async function isAtRest(control: Element): Promise<boolean> {
  const place = (): string => JSON.stringify(control.getBoundingClientRect())
  const before = place()
  await new Promise((done) => { setTimeout(done, 50) })
  const isMoving = document.getAnimations().some(({ effect, playState }) =>
    playState !== 'finished' && effect instanceof KeyframeEffect && effect.target !== control && effect.target?.contains(control) === true)
  const { x, y, width, height } = control.getBoundingClientRect()
  const top = document.elementFromPoint(x + width / 2, y + height / 2)
  const isCovered = top === null || !(top.contains(control) || control.parentElement?.parentElement?.contains(top))
  return before === place() && !isMoving && !isCovered && !control.matches(':disabled')
}

function standing() {
  const latest = performance.getEntriesByType('resource').slice(-8) as PerformanceResourceTiming[]
  return {
    at: location.pathname + location.search, title: document.title, now: Math.round(performance.now()), isVisible: document.visibilityState === 'visible',
    dialogs: [...document.querySelectorAll('dialog[open], [role="dialog"]')].map((dialog) => dialog.textContent.slice(0, 80)),
    busy: [...document.querySelectorAll('[aria-busy="true"], .ant-skeleton, .ant-spin-spinning')].map((part) => part.className),
    latest: latest.map(({ name, startTime, responseEnd }) => `${new URL(name, location.href).pathname} ${Math.round(startTime)}-${Math.round(responseEnd)}`),
  }
}
