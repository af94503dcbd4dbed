import { defineConfig } from '@playwright/test'

// `npm test` finds or installs the browser and names it; without a name Playwright takes its own.
const executablePath = process.env.CHROMIUM_PATH

export default defineConfig({
  testDir: 'tests/journeys',
  testMatch: '*.journey.ts',
  globalSetup: './tests/fixtures/journeys-global.ts',
  workers: 2,
  // A journey that needs its second try is listed as flaky, and is to be mended like any other.
  retries: 1,
  forbidOnly: true,
  timeout: 60_000,
  expect: {
    timeout: 10_000,
    // A letter drawn a shade otherwise is no matter; a part that moved by a few pixels is.
    toHaveScreenshot: { maxDiffPixelRatio: 0.001, animations: 'disabled', caret: 'hide', scale: 'css' },
  },
  snapshotPathTemplate: '{testDir}/approved/{arg}{ext}',
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    // Without the film: drawing it takes a third of a run.
    trace: { mode: 'retain-on-first-failure', screenshots: false, snapshots: true, sources: true },
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        '--headless',
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
