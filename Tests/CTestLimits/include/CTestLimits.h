// How many tests run at one time: see CTestLimits.c.
