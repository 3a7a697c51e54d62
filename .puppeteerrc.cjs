const { existsSync } = require('node:fs')

// A browser already on the machine is used; `npm run browser` fetches one where there is none.
const known = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]
const executablePath = process.env.PUPPETEER_EXECUTABLE_PATH || known.find((path) => existsSync(path))

module.exports = executablePath ? { skipDownload: true, executablePath } : { skipDownload: true }
