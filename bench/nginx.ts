import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * nginx on loopback, with one worker on one core, serving these bodies as files under `/0`, `/1`, …, for comparison.
 */
export async function startNginx(
  port: number,
  bodies: Buffer[],
  core: number,
): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'shop-bench-nginx-'))
  await mkdir(join(folder, 'www'), { mode: 0o755 })
  for (const [index, body] of bodies.entries()) await writeFile(join(folder, 'www', String(index)), body)
  const configuration = `daemon off; worker_processes 1; worker_cpu_affinity ${(1 << core).toString(2)}; pid ${folder}/pid; error_log ${folder}/error.log;
    ${process.getuid?.() === 0 ? 'user root;' : ''}
    events { worker_connections 1024; }
    http { access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000; open_file_cache max=100;
      default_type "text/html; charset=utf-8";
      server { listen 127.0.0.1:${port}; root ${folder}/www; } }`
  await writeFile(join(folder, 'nginx.conf'), configuration)
  const child = spawn('/usr/sbin/nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: 'inherit' })
  const url = `http://127.0.0.1:${port}`
  for (let tries = 0; tries < 200; tries += 1) {
    const response = await fetch(`${url}/0`).catch(() => null)
    if (response?.ok) break
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return {
    url,
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}
