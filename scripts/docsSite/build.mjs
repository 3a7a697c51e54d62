// Builds docs/ and the API documentation as a static site in scripts/docsSite/dist. The first run installs VitePress here: as a workspace, npm ci
// of the product would install it too (125 packages, 102 MB).
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const site = import.meta.dirname ?? resolve('scripts/docsSite')
const root = resolve(site, '../..')
const pages = join(site, '.pages')
const api = join(root, 'engine/docs/api')

installTools()
copyPages()
run(process.execPath, [join(site, 'node_modules/vitepress/bin/vitepress.js'), 'build', site])
console.info('The documentation is in scripts/docsSite/dist. To read it: npx vitepress preview in scripts/docsSite')

/** Installs the packages of the lock file, unless they are there already. Their install scripts download nothing that is needed. */
function installTools() {
  const installed = join(site, 'node_modules/.package-lock.json')
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(join(site, 'package-lock.json')).mtimeMs) return
  run('npm', ['ci', '--no-audit', '--no-fund', '--ignore-scripts', '--workspaces=false'])
}

/** Copies docs/ and the API documentation into one folder. A README.md becomes the index of its folder. */
function copyPages() {
  rmSync(pages, { recursive: true, force: true })
  cpSync(join(root, 'docs'), pages, { recursive: true })
  if (existsSync(api)) cpSync(api, join(pages, 'api'), { recursive: true })
  for (const entry of readdirSync(pages, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.endsWith('.md')) continue
    const path = join(entry.parentPath, entry.name)
    const text = readFileSync(path, 'utf8')
    const linked = text.replaceAll(
      /\]\(((?:\.{0,2}\/)?(?:[\w.-]+\/)*)README\.md(#[\w-]+)?\)/g,
      (link, folder, anchor = '') =>
        existsSync(join(entry.parentPath, folder, 'README.md')) || folder === ''
          ? `](${folder}index.md${anchor})`
          : link,
    )
    if (linked !== text) writeFileSync(path, linked)
  }
  for (const entry of readdirSync(pages, { recursive: true, withFileTypes: true })) {
    if (entry.isFile() && entry.name === 'README.md')
      renameSync(join(entry.parentPath, entry.name), join(entry.parentPath, 'index.md'))
  }
}

/** @param {string} program @param {readonly string[]} args */
function run(program, args) {
  const { status } = spawnSync(program, args, {
    cwd: site,
    stdio: 'inherit',
    shell: process.platform === 'win32' && program === 'npm',
  })
  if (status !== 0) process.exit(status ?? 1)
}
