# Untested: nobody has run this formula yet.
class Lootlogger < Formula
  desc "Keep track of what you own"
  homepage "@DOWNLOADS@"
  url "@DOWNLOADS@/@TARBALL@"
  sha256 "@SHA256@"
  license "MIT"

  depends_on :linux

  def install
    bin.install "bin/loot"
    man1.install Dir["share/man/man1/*"]
    bash_completion.install "share/bash-completion/completions/loot"
    zsh_completion.install "share/zsh/site-functions/_loot"
    fish_completion.install "share/fish/vendor_completions.d/loot.fish"
  end

  test do
    system bin/"loot", "--store", "json:#{testpath}/items.json", "add", "Lamp"
  end
end
