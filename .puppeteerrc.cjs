const { accessSync, constants, statSync } = require('node:fs')
const path = require('node:path')

// A browser already on the machine is used: PUPPETEER_EXECUTABLE_PATH, or Chromium or Chrome on the PATH or in its usual
// place. `npm run browser` fetches one where there is none.
const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const folders = [
  ...new Set([
    ...(process.env.PATH || '').split(path.delimiter).filter(Boolean),
    '/usr/bin',
    '/usr/local/bin',
    '/snap/bin',
  ]),
]
const places = [
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]
const candidates = [...names.flatMap((name) => folders.map((folder) => path.join(folder, name))), ...places]
const executablePath = process.env.PUPPETEER_EXECUTABLE_PATH || candidates.find(isProgram)

/** @param {string} file */
function isProgram(file) {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}

module.exports = executablePath ? { skipDownload: true, executablePath } : { skipDownload: true }
