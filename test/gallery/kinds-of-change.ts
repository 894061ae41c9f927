// A diff with every kind of change that git knows, as git and Parley write it.
export const kindsOfChange = `diff --git a/both.sh b/both.sh
old mode 100644
new mode 100755
index ac23810..dd46713
--- a/both.sh
+++ b/both.sh
@@ -1,2 +1,3 @@
 #!/bin/sh
 echo bye
+more
diff --git a/conflict.txt b/conflict.txt
index 070e23d..b34c871 100644
--- a/conflict.txt
+++ b/conflict.txt
@@ -1,3 +1,7 @@
 a
+<<<<<<< HEAD
 ours
+=======
+theirs
+>>>>>>> other
 c
diff --git a/empty.txt b/empty.txt
deleted file mode 100644
index e69de29..0000000
diff --git a/gone.bin b/gone.bin
deleted file mode 100644
index bdc955b..0000000
Binary files a/gone.bin and /dev/null differ
diff --git a/link b/link
index e0e6347..747329d 120000
--- a/link
+++ b/link
@@ -1 +1 @@
-run.sh
\\ No newline at end of file
+both.sh
\\ No newline at end of file
diff --git a/logo.png b/logo.png
index d0463d4..2ee55da 100644
Binary files a/logo.png and b/logo.png differ
diff --git a/old-name.md b/moved/pure.md
similarity index 100%
rename from old-name.md
rename to moved/pure.md
diff --git a/pure-rename.md b/new-name.md
similarity index 87%
rename from pure-rename.md
rename to new-name.md
index b00a0f1..6830218 100644
--- a/pure-rename.md
+++ b/new-name.md
@@ -1,7 +1,7 @@
 one
 two
 three
-four
+FOUR
 five
 six
 seven
diff --git a/run.sh b/run.sh
old mode 100644
new mode 100755
diff --git a/sub b/sub
index 26d7ac5..d4507ce 160000
--- a/sub
+++ b/sub
@@ -1 +1 @@
-Subproject commit 26d7ac58d1d4eb7c2cb9aa841b77b1654cd0c18e
+Subproject commit d4507cedfa4a7a45efa91cd9c167dffeda51cee6
diff --git a/new-empty.txt b/new-empty.txt
new file mode 100644
diff --git a/new.bin b/new.bin
new file mode 100644
Binary files /dev/null and b/new.bin differ
diff --git a/run-new.sh b/run-new.sh
new file mode 100755
--- /dev/null
+++ b/run-new.sh
@@ -0,0 +1,1 @@
+x
`
